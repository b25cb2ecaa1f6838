import { one } from '#shared/collections.ts'
import { pipeline, Readable, type Transform } from 'node:stream'
import zlib from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Content codings (RFC 9110, 8.4.1). */
export type Encoding = 'zstd' | 'br' | 'gzip'

/** In order of preference. Node supports zstd since 22.15. */
const encodings: readonly Encoding[] = 'zstdCompress' in zlib ? ['zstd', 'br', 'gzip'] : ['br', 'gzip']

/** A response with fewer bytes fits into one packet uncompressed. */
const bytesMin = 1024

/** A larger body is compressed as a stream, so that other requests don't wait for it. */
const bytesMaxAtOnce = 256 * 1024

const { constants } = zlib
/**
 * Levels measured on campaign pages (docs/performance.md). The synchronous zlib functions need 0.1 to 0.3 ms for a
 * page, less than rendering it; the asynchronous ones need five times as much processor time. Brotli is for browsers
 * without zstd: level 7 with a window of 64 kB makes a page 0.3 kB smaller than level 5 with the usual window, in the
 * same time.
 */
const zstd = { params: { [constants.ZSTD_c_compressionLevel]: 2 } }
const brotli = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 7,
    [constants.BROTLI_PARAM_LGWIN]: 16,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  },
}
const gzip = { level: 3 }

type Coder = { encode(body: Buffer): Buffer; decode(body: Buffer): Buffer; stream(): Transform }
const coders: Readonly<Record<Encoding, Coder>> = {
  zstd: {
    encode: (body) => zlib.zstdCompressSync(body, { ...zstd, pledgedSrcSize: body.length }),
    decode: (body) => zlib.zstdDecompressSync(body),
    stream: () => zlib.createZstdCompress({ ...zstd, flush: constants.ZSTD_e_flush }),
  },
  br: {
    encode: (body) => zlib.brotliCompressSync(body, brotli),
    decode: (body) => zlib.brotliDecompressSync(body),
    stream: () => zlib.createBrotliCompress({ ...brotli, flush: constants.BROTLI_OPERATION_FLUSH }),
  },
  gzip: {
    encode: (body) => zlib.gzipSync(body, gzip),
    decode: (body) => zlib.gunzipSync(body),
    stream: () => zlib.createGzip({ ...gzip, flush: constants.Z_SYNC_FLUSH }),
  },
}

/**
 * Returns the content coding for an `Accept-Encoding` header (RFC 9110, 12.5.3); undefined: send the body uncompressed.
 */
export function negotiateEncoding(header: string | undefined): Encoding | undefined {
  if (!header) return undefined
  const weights = new Map<string, number>()
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', parameter] = part.split(';', 2).map((text) => text.trim())
    const quality = /^q\s*=\s*([\d.]+)$/.exec(parameter ?? '')?.[1]
    weights.set(name, quality === undefined ? 1 : Number(quality) || 0)
  }
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  const best = encodings.reduce((found, encoding) => (weightOf(encoding) > weightOf(found) ? encoding : found))
  return weightOf(best) > 0 && weightOf(best) >= (weights.get('identity') ?? 0) ? best : undefined
}

/** A response body in each requested content coding. After the first compression the uncompressed body is discarded. */
export type EncodedBody = { as(encoding: Encoding | undefined): Buffer }

export function encodedBody(plain: Buffer): EncodedBody {
  const bodies = new Map<Encoding | undefined, Buffer>([[undefined, plain]])
  return {
    as(encoding) {
      const known = bodies.get(encoding)
      if (known) return known
      const [from, body] = one([...bodies])
      const decoded = from === undefined ? body : coders[from].decode(body)
      if (encoding === undefined) return decoded
      const encoded = coders[encoding].encode(decoded)
      bodies.set(encoding, encoded)
      bodies.delete(undefined)
      return encoded
    },
  }
}

const isCompressible = (type: unknown): boolean =>
  /^(text\/|image\/svg\+xml|application\/(json|[\w.-]+\+json|javascript|xml|manifest\+json)\b)/.test(String(type))

/**
 * Whether a response may contain a secret next to text that another site chose, so that its compressed length would
 * reveal the secret (BREACH). Other sites can make a browser send its cookies with a link. So a response to a request
 * with a session or basket cookie is compressed only if it can't contain input of the request (a GET without a query
 * that found its page), and a response that sets a cookie is never compressed.
 */
const canRevealSecret = (
  request: FastifyRequest,
  reply: FastifyReply,
  hasSecretCookie: (request: FastifyRequest) => boolean,
): boolean =>
  reply.hasHeader('set-cookie') ||
  (hasSecretCookie(request) &&
    (!['GET', 'HEAD'].includes(request.method) || request.url.includes('?') || reply.statusCode !== 200))

/**
 * Compresses pages and API responses. Assets are compressed at build time; partial responses and those with an ETag are
 * sent unchanged.
 */
export function registerCompression(
  fastify: FastifyInstance,
  hasSecretCookie: (request: FastifyRequest) => boolean,
): void {
  fastify.addHook('onSend', async (request, reply, payload) => {
    if (!isCompressible(reply.getHeader('content-type')) || reply.hasHeader('etag') || reply.hasHeader('content-range'))
      return payload
    const varies = [reply.getHeader('vary') ?? []].flat().join(', ')
    if (!varies.includes('accept-encoding'))
      reply.header('vary', varies ? `${varies}, accept-encoding` : 'accept-encoding')
    if (reply.hasHeader('content-encoding') || canRevealSecret(request, reply, hasSecretCookie)) return payload
    const encoding = negotiateEncoding(request.headers['accept-encoding'])
    const body = typeof payload === 'string' ? Buffer.from(payload) : payload
    if (encoding === undefined || !(Buffer.isBuffer(body) ? body.length >= bytesMin : body instanceof Readable))
      return payload
    reply.header('content-encoding', encoding).removeHeader('content-length')
    if (Buffer.isBuffer(body) && body.length <= bytesMaxAtOnce) return coders[encoding].encode(body)
    // The reader of the last stream receives errors of the pipeline.
    return pipeline(
      Buffer.isBuffer(body) ? Readable.from([body]) : (body as Readable),
      coders[encoding].stream(),
      () => undefined,
    )
  })
}
