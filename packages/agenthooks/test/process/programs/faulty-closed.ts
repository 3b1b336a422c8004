import { main } from "agenthooks";
import { faulty } from "./faulty.js";

const hooks = faulty("closed");
export default hooks;
await main(hooks);
