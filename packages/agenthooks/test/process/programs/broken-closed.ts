import { main } from "agenthooks";
import { broken } from "./broken.js";

const hooks = broken("closed");
export default hooks;
await main(hooks);
