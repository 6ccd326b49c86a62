import { uploads } from "~/contract/uploads";
import { saveUpload } from "~/domain/uploads/save-upload.server";
import { bind } from "~/http/api.server";

export default bind(uploads, {
  create: ({ actor, body }) => saveUpload(actor, body.file),
});
