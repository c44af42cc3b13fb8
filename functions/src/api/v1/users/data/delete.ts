import deleteData from "#api/v2/users/data/delete";
import { earlierVersion } from "#http/endpoint";

export default earlierVersion(deleteData, { path: "/v1/users/data/delete" });
