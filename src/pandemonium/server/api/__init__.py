"""What can be had over HTTP: the routes, the site, the description for machines, and problems."""
