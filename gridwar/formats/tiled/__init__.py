"""Maps of Tiled (TMX in XML, TMJ in JSON) read, and TMJ written.

XML is turned into what the same map is as JSON (``tmx_as_tmj``), so that all else is read once.
"""
