"""Opening the embedded server to the network of the playing hall, and the codes that phones scan."""
