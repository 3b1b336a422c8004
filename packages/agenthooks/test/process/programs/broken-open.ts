import { main } from "agenthooks";
import { broken } from "./broken.js";

const hooks = broken("open");
export default hooks;
await main(hooks);
