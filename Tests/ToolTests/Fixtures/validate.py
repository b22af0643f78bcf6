"""validate.py SCHEMA DOCUMENT: ends with 0 when it fits, 1 when not, 3 when there is nothing to validate with."""
import json
import shutil
import subprocess
import sys

schema, document = sys.argv[1:]
if schema.endswith(".xsd"):
    if shutil.which("xmllint"):
        sys.exit(subprocess.call(["xmllint", "--noout", "--nonet", "--schema", schema, document]) and 1)
    try:
        import xmlschema
    except ImportError:
        sys.exit(3)
    errors = [str(error) for error in xmlschema.XMLSchema(schema).iter_errors(document)]
else:
    try:
        import jsonschema
    except ImportError:
        sys.exit(3)
    with open(schema) as one, open(document) as other:
        validator = jsonschema.Draft7Validator(json.load(one))
        errors = [f"{error.json_path}: {error.message}" for error in validator.iter_errors(json.load(other))]
print("\n".join(errors), file=sys.stderr)
sys.exit(1 if errors else 0)
