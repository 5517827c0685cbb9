"""Who is who: guests and their cookies, names, languages."""
