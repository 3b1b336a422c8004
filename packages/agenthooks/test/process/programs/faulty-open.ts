import { main } from "agenthooks";
import { faulty } from "./faulty.js";

const hooks = faulty("open");
export default hooks;
await main(hooks);
