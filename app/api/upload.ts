import { uploads } from "~/contract/uploads";
import { saveUpload } from "~/domain/uploads/save-upload.server";
import { api, on } from "~/http/api.server";

const route = api(on(uploads.create, ({ actor, body }) => saveUpload(actor, body.file)));
export const loader = route.loader;
export const action = route.action;
