"""The dependency for FastAPI, with its TestClient and a model of pydantic; Scripts/test-python runs it."""

import doctest
import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "Packaging/python"))
from fastapi import Depends, FastAPI  # noqa: E402
from fastapi.testclient import TestClient  # noqa: E402
from pydantic import BaseModel, Field  # noqa: E402

import proviso.fastapi  # noqa: E402
from proviso.fastapi import JSON_BODY, checked, install  # noqa: E402

app = FastAPI()
install(app)


@app.post("/signup", openapi_extra=JSON_BODY)
async def signup(body: dict = Depends(checked({"rules": [["email", "required"], ["email", "email"]]}))):
    return {"hello": body["email"]}


class FastAPITests(unittest.TestCase):
    client = TestClient(app)

    def post(self, body, language=None):
        headers = {"accept-language": language} if language else {}
        return self.client.post("/signup", content=body, headers=headers)

    def test_a_valid_body_reaches_the_function(self):
        answer = self.post('{"email":"a@b.com"}')
        self.assertEqual((answer.status_code, answer.json()), (200, {"hello": "a@b.com"}))

    def test_an_invalid_body_is_a_problem_in_the_language_of_the_client(self):
        answer = self.post('{"email":"x@"}', "de-AT, en;q=0.5")
        self.assertEqual(answer.status_code, 422)
        self.assertEqual(answer.headers["content-type"], "application/problem+json")
        problem = answer.json()
        self.assertIn("gültige", problem["detail"])
        self.assertEqual(problem["errors"][0]["pointer"], "#/email")
        for language in ("ja", "ar", None, "*", "???", "xx"):
            with self.subTest(language):
                self.assertEqual(self.post('{"email":"x@"}', language).status_code, 422)
        self.assertIn("メール", self.post('{"email":"x@"}', "ja").json()["detail"])

    def test_a_body_that_is_not_json_is_a_bad_request(self):
        for body in ("", "{", '{"email":"\xff'.encode("latin-1")):
            answer = self.post(body)
            self.assertEqual(answer.status_code, 400)
            self.assertIn("line 1", answer.json()["detail"])

    def test_the_documentation_of_a_route_has_its_body(self):
        route = self.client.get("/openapi.json").json()["paths"]["/signup"]["post"]
        self.assertEqual(route["requestBody"]["content"]["application/json"]["schema"], {"type": "object"})
        self.assertEqual(self.client.get("/docs").status_code, 200)

    def test_the_example_of_the_module_runs(self):
        done = doctest.testmod(proviso.fastapi)
        self.assertEqual((done.failed, done.attempted > 3), (0, True))

    def test_a_model_of_pydantic_is_a_record(self):
        class Person(BaseModel):
            mail: str = Field(alias="email")

        rules = proviso.Rules({"rules": [["email", "email"]]})
        self.assertFalse(rules.check(Person(email="x@")).valid)
        self.assertTrue(rules.check(Person(email="a@b.com")).valid)


if __name__ == "__main__":
    unittest.main()
