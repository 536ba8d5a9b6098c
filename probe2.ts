import { collectIndex, indexConversation } from './src/core/conversation/index-conversation.ts';
import { readFileSync } from 'node:fs';
const png = readFileSync('test/fixtures/project/docs/diagram.png').toString('base64');
const L = (o: object) => JSON.stringify(o);
const lines = [
 L({type:'summary',summary:'Fix it',leafUuid:'u4'}),
 L({type:'user',uuid:'u1',parentUuid:null,sessionId:'s',cwd:'/x',timestamp:'2026-11-01T10:00:00Z',isSidechain:false,message:{role:'user',content:'Look at the diagram'}}),
 L({type:'assistant',uuid:'u2',parentUuid:'u1',sessionId:'s',message:{id:'m1',model:'claude-opus-4-5',role:'assistant',content:[{type:'thinking',thinking:'hm',signature:'x'},{type:'tool_use',id:'t1',name:'Read',input:{file:'d.png'}}]}}),
 L({type:'user',uuid:'u3',parentUuid:'u2',sessionId:'s',toolUseResult:{type:'image',file:{base64:png,type:'image/jpeg',originalSize:1}},message:{role:'user',content:[{type:'tool_result',tool_use_id:'t1',content:[{type:'image',source:{type:'base64',media_type:'image/jpeg',data:png}}]}]}}),
 L({type:'assistant',uuid:'u4',parentUuid:'u3',sessionId:'s',message:{id:'m2',model:'claude-opus-4-5',role:'assistant',content:[{type:'text',text:'I see'}]}}),
 '{"type":"user","uuid":"u5"'];
async function* chunks(t: string) { const b = Buffer.from(t); for (let i=0;i<b.length;i+=1000) yield b.subarray(i,i+1000); }
const idx = await collectIndex(indexConversation(chunks(lines.join('\n'))));
console.dir(idx,{depth:7});
for (const body of [
 {agentId:'a',messages:[{role:'system',content:'S'},{role:'user',content:[{type:'text',text:'x'},{type:'image_url',image_url:{url:'data:image/png;base64,'+png}}]},{role:'assistant',content:null,tool_calls:[{id:'c',type:'function',function:{name:'f',arguments:'{}'}}]},{role:'tool',tool_call_id:'c',content:'{"a":1}'}],tokenUsage:null},
 {model:'claude-x',system:'sys',messages:[{role:'user',content:'hi'}]},
 {model:'g',contents:[{role:'user',parts:[{text:'a'},{inlineData:{mimeType:'image/png',data:png}}]}],systemInstruction:{parts:[{text:'s'}]}},
 {model:'r',input:[{role:'user',content:[{type:'input_text',text:'a'},{type:'input_image',image_url:'data:image/png;base64,'+png}]},{type:'function_call',call_id:'q',name:'n',arguments:'{}'},{type:'function_call_output',call_id:'q',output:'ok'}]},
]) { const i = await collectIndex(indexConversation(chunks(JSON.stringify(body,null,2)))); console.log(i.format, i.model, i.broken, i.messages.map(m=>m.role+':'+m.parts.map(p=>p.kind+(p.kind==='media'?p.facts.width:'')+(p.resultOf??'')).join(','))); }
