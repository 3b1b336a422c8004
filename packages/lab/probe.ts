import { codex } from "./src/agents/codex.ts";
import { createSandbox } from "./src/sandbox.ts";
import {openThread, playTurn, endedTurn} from "./src/agents/codex-server.ts";
import fs from "node:fs";
const show=(n:string,r:any,sb:any)=>{console.log("=====",n,r.code,r.ms,"finalText",r.finalText,r.endReason,r.notices,r.complaints,"turns",r.model.turns.length,"reqs",r.model.requests.length,"marker",sb.exists("marker.txt"));console.log(r.model.toolResults.map((t:any)=>t.text.slice(0,300)));};
const mk=(entries:any,settings:any={})=>{const sb=createSandbox();codex.placeHooks(sb,entries(sb),settings);return sb;};
const all=["SessionStart","UserPromptSubmit","PreModelRequest","PostModelRequest","PreToolUse","PermissionRequest","PostToolUse","PreCompact","PostCompact","SubagentStart","SubagentStop","Stop","Interrupt","SessionEnd"];
const rec=(sb:any)=>all.map(event=>({event,command:`cat >> ${sb.lab}/ev.ndjson; echo >> ${sb.lab}/ev.ndjson`}));
const evs=(sb:any)=>fs.existsSync(sb.lab+"/ev.ndjson")?fs.readFileSync(sb.lab+"/ev.ndjson","utf8").split("\n").filter(Boolean).map(l=>JSON.parse(l)).map(e=>[e.hook_event_name,e.trigger??e.source??e.tool_name??e.kind??e.reason].filter(Boolean).join(".")).join(" "):"none";
const shell=(sb:any,c="echo lab > marker.txt")=>({tool:codex.tool({kind:"shell",command:c},sb)});
const which=process.argv[2];
if(which==="deny"){const sb=mk(()=>[],codex.denyRule("echo"));const r=await codex.run({sandbox:sb,version:"0.171.0",script:[shell(sb)]});show("denyrule",r,sb);sb.dispose();}
if(which==="perm"){const sb=mk(rec);const r=await codex.run({sandbox:sb,version:"0.171.0",permissions:"default",script:[shell(sb)]});show("perm",r,sb);console.log(evs(sb));console.log(r.stdout.split("\n").filter(l=>l.includes("requestApproval")).join("\n").slice(0,1500));sb.dispose();}
if(which==="compact"){const sb=mk(rec);const r=await codex.run({sandbox:sb,version:"0.171.0",script:[[shell(sb).tool&&shell(sb),{tokens:2000000}] as any,{text:"end"}]});show("autocompact",r,sb);console.log(evs(sb));for(const q of r.model.requests)console.log(q.turn,(q.body.tools as any[])?.length,JSON.stringify(q.body.input).slice(-200));sb.dispose();}
if(which==="server"){const sb=mk(rec);const r=await codex.run({sandbox:sb,version:"0.171.0",script:({turn})=>turn===2?shell(sb,"sleep 30"):{text:"answer "+turn},client:async c=>{const t=await openThread(c,{sandbox:sb});await playTurn(c,t,"one");
 await c.request("thread/compact/start",{threadId:t});await c.until("compaction",m=>m.method==="hook/completed"&&JSON.stringify(m).includes("postCompact"));await c.until("second turn end",m=>m.method==="turn/completed"&&c.messages.filter(x=>x.method==="turn/completed").length>1);
 await playTurn(c,t,"two");
 const {turn}=await c.request("turn/start",{threadId:t,input:[{type:"text",text:"three"}]}) as any;
 await c.until("cmd",m=>m.method==="item/started"&&JSON.stringify(m).includes("commandExecution"));
 await c.request("turn/interrupt",{threadId:t,turnId:turn.id});await c.until("end",m=>endedTurn(m)===turn.id);
 const f=await c.request("thread/fork",{threadId:t}) as any;await playTurn(c,f.thread.id,"forked");
 const cl=await c.request("thread/start",{cwd:sb.work,sessionStartSource:"clear",approvalPolicy:"never",sandbox:"danger-full-access"}) as any;await playTurn(c,cl.thread.id,"cleared");
 console.log(JSON.stringify(await c.request("hooks/list",{cwds:[sb.work]})).slice(0,800));
 }}).catch(e=>{console.log("ERR",e);return undefined as any});if(r){show("server",r,sb);} console.log(evs(sb));
 const ids=fs.readdirSync(sb.home+"/.codex/sessions",{recursive:true}).filter((f:any)=>f.endsWith("jsonl"));console.log(ids);
 if(r){const r2=await codex.run({sandbox:sb,version:"0.171.0",script:[],args:[]});}
 sb.dispose();}
