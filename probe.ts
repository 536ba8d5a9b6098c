import { JsonRecords } from './src/core/conversation/json-records.ts';
import { parseOutline } from './src/core/conversation/outline.ts';
const enc = new TextEncoder();
function all(text: string, size = 7) { const r = new JsonRecords(); const b = enc.encode(text); const out = []; for (let i=0;i<b.length;i+=size) out.push(...r.push(b.subarray(i,i+size))); out.push(...r.end()); return out; }
const doc = '{"a":1,"messages":[{"role":"user","content":"hé\\"x"},{"b":[1,2,{"c":"' + 'A'.repeat(400000) + '"}]}],"z":"q"}';
for (const rec of all(doc)) { const o = parseOutline(rec)!; console.log(rec.list, rec.index, rec.start, rec.end, rec.line, rec.isWhole, rec.bytes.length, o.type, o.start, o.end, o.end===rec.end); }
console.log(doc.length + 1);
const big = enc.encode('{"x":"' + 'QUJD'.repeat(50_000_000/4) + '"}\n');
for (const rec of all('{"a":1}\n{"b":"tru\n{"c":3}\r\n  \n{"d":[[')) console.log(rec.line, rec.start, rec.end, rec.isWhole, JSON.stringify(new TextDecoder().decode(rec.bytes)));
const t = performance.now(); const r = new JsonRecords(); for (let k=0;k<10;k++) for (let i=0;i<big.length;i+=1<<20) r.push(big.subarray(i,i+(1<<20))); console.log(500/((performance.now()-t)/1000),'MB/s');
