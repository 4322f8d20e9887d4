"""Forms made from the models of records: fields, values, errors, and the commands they make."""
