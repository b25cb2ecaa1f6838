/**
 * A bucket in memory that responds as S3 does with addresses like `<bucket>.<endpoint>`, over TLS on port 443:
 * `node scripts/failover/bucket.ts <certificate> <key>`. `deploy/cluster/check` uses it for pgBackRest. Prints the
 * names of objects whose content isn't encrypted when it ends.
 */
import fs from 'node:fs'
import https from 'node:https'
import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { required } from '#shared/collections.ts'

const [certificate, key] = process.argv.slice(2)
const objects = new Map<string, Buffer>()
/** How the files begin that pgBackRest has encrypted. */
const encryptedStart = 'Salted__'

type Reply = { readonly status: number; readonly body?: string | Buffer; readonly bytes?: number }

/** Lists the objects and the folders below a prefix, as `ListObjectsV2` does; pgBackRest asks for `/` as delimiter. */
function list(prefix: string): string {
  const names = [...objects.keys()].filter((name) => name.startsWith(prefix)).toSorted()
  const isBelow = (name: string) => name.slice(prefix.length).includes('/')
  const folders = new Set(names.filter(isBelow).map((name) => name.slice(0, name.indexOf('/', prefix.length) + 1)))
  const contents = names
    .filter((name) => !isBelow(name))
    .map(
      (name) =>
        `<Contents><Key>${name}</Key><LastModified>2026-11-29T01:10:00.000Z</LastModified><Size>${objects.get(name)?.length}</Size></Contents>`,
    )
  const prefixes = [...folders].map((folder) => `<CommonPrefixes><Prefix>${folder}</Prefix></CommonPrefixes>`)
  return `<?xml version="1.0"?><ListBucketResult><IsTruncated>false</IsTruncated>${[...contents, ...prefixes].join('')}</ListBucketResult>`
}

async function replyTo(request: IncomingMessage): Promise<Reply> {
  if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256')) return { status: 403 }
  const { pathname, searchParams } = new URL(required(request.url), 'https://bucket')
  const name = decodeURIComponent(pathname.slice(1))
  const content = await buffer(request)
  switch (request.method) {
    case 'PUT':
      objects.set(name, content)
      return { status: 200 }
    case 'DELETE':
      objects.delete(name)
      return { status: 204 }
    case 'GET':
      if (searchParams.has('list-type')) return { status: 200, body: list(searchParams.get('prefix') ?? '') }
      return objects.has(name) ? { status: 200, body: required(objects.get(name)) } : { status: 404 }
    case 'HEAD':
      return objects.has(name) ? { status: 200, bytes: required(objects.get(name)).length } : { status: 404 }
    default:
      return { status: 501 }
  }
}

const server = https.createServer(
  { cert: fs.readFileSync(required(certificate)), key: fs.readFileSync(required(key)) },
  (request, response) =>
    void replyTo(request).then(
      ({ status, body = '', bytes = Buffer.byteLength(body) }) =>
        response
          .writeHead(status, {
            ...(status === 204 ? {} : { 'content-length': bytes }),
            'last-modified': 'Sun, 29 Nov 2026 01:10:00 GMT',
          })
          .end(body),
      (error: unknown) => {
        console.log(error)
        response.destroy()
      },
    ),
)
server.listen(443, '127.0.0.1')
process.once('SIGTERM', () => {
  const readable = [...objects].filter(([, content]) => content.subarray(0, 8).toString() !== encryptedStart)
  for (const [name] of readable) console.log(`not encrypted: ${name}`)
  console.log(`${objects.size} objects`)
  process.exit(readable.length === 0 && objects.size > 0 ? 0 : 1)
})
