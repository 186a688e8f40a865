"""Date formats of this site for languages in which Django has those of one country only."""
