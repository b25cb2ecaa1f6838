import pg from 'pg'; import fs from 'node:fs'
const l=fs.readFileSync('/tmp/demo-m/pgdata/postmaster.pid','utf8').split('\n')
const c=new pg.Client({host:l[4],port:Number(l[3]),user:'postgres',password:fs.readFileSync('/tmp/demo-m/postgres.secret','utf8').trim(),database:process.argv[3]??'sunbul'})
await c.connect(); const r=await c.query(process.argv[2]!); console.table((Array.isArray(r)?r.at(-1):r).rows); await c.end()
