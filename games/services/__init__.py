"""Every write of the games app, and the judging of records that nobody keeps."""
