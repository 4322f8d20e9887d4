"""The choice among the pages of a PDF: small pictures of all pages, the chosen one large."""
