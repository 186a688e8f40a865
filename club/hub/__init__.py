"""The event hub: server-sent events beside the pages, in the same process."""
