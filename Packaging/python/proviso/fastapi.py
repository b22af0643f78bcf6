"""Request bodies that rules validate, with problem details (RFC 9457) in the client's language.

>>> from fastapi import Depends, FastAPI
>>> from proviso.fastapi import checked, install
>>> app = FastAPI()
>>> install(app)
>>> @app.post("/signup")
... async def signup(body: dict = Depends(checked({"rules": [["email", "email"]]}))):
...     return body
"""

import json
from typing import Any, Awaitable, Callable, Mapping, Optional, Union

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse

from ._errors import RunError
from ._findings import PathLike
from ._rules import Report, Rules

MEDIA_TYPE = "application/problem+json"

# For `openapi_extra` of a route: its page of documentation has a field for the body, which FastAPI does not know of.
JSON_BODY = {"requestBody": {"required": True, "content": {"application/json": {"schema": {"type": "object"}}}}}


class Rejected(Exception):
    """A request body that the rules reject, with the response for it."""

    def __init__(self, problem: Mapping[str, Any], report: Optional[Report] = None) -> None:
        super().__init__(problem.get("detail", ""))
        self.problem = problem
        self.report = report


def checked(
    rules: Union[Rules, PathLike, Mapping[str, Any]], *, scenario: Optional[str] = None
) -> Callable[[Request], Awaitable[Any]]:
    """A dependency: the JSON body of the request, if the rules accept it."""
    opened = rules if isinstance(rules, Rules) else Rules(rules)

    async def body(request: Request) -> Any:
        data = await request.body()
        # The end makes it a header for the engine, however little a client sends.
        language = request.headers.get("accept-language", "") + ",en;q=0.001"
        try:
            report = opened.check_bytes(data, scenario=scenario, locale=language)
        except RunError as error:
            if error.details.get("code") != "input":
                raise
            place = f" at line {error.details.get('line')}, column {error.details.get('column')}"
            raise Rejected({
                "type": "about:blank", "title": "Bad Request", "status": 400, "detail": error.text + place}) from None
        if not report.valid:
            raise Rejected(report.problem(locale=language), report)
        return json.loads(data)

    return body


def install(app: FastAPI) -> None:
    """Lets the application answer with the problem details."""

    async def answer(_request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, Rejected)
        return JSONResponse(error.problem, status_code=error.problem["status"], media_type=MEDIA_TYPE)

    app.add_exception_handler(Rejected, answer)
