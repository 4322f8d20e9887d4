"""What tests share: a toy system with every kind of request, builders, scripted dice."""
