import { AwsClient } from 'aws4fetch'
import type { Files } from '#modules/platform/media/index-server.ts'
import type { Log } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'

export type S3Settings = {
  readonly bucket: string
  /** `https://s3.eu-west-2.amazonaws.com`, or the endpoint of another S3-compatible store. */
  readonly endpoint: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Path-style URLs (`endpoint/bucket/key` instead of `bucket.endpoint/key`), which MinIO and others need. */
  readonly isPathStyle: boolean
}

/** Maximum time that a visitor waits for a picture. */
const timeoutMs = 10_000

const retryAfterSeconds = 30

/**
 * Stores files in an S3-compatible store; every request is signed (AWS Signature 4). While the store can't be reached,
 * or responds with 5xx or 429, each call throws the problem `file-store-unavailable` (503) with the reason as its
 * `cause`.
 */
export function s3Files(s3Settings: S3Settings, log?: Log): Files {
  const client = new AwsClient({
    accessKeyId: s3Settings.accessKeyId,
    secretAccessKey: s3Settings.secretAccessKey,
    region: s3Settings.region,
    service: 's3',
    retries: 2,
  })
  const endpoint = new URL(s3Settings.endpoint)
  const root = s3Settings.isPathStyle
    ? `${endpoint.origin}/${s3Settings.bucket}`
    : `${endpoint.protocol}//${s3Settings.bucket}.${endpoint.host}`
  const send = async (method: 'GET' | 'PUT' | 'DELETE', key: string, init: RequestInit = {}): Promise<Response> => {
    const response = await client
      .fetch(`${root}/${key}`, { ...init, method, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
      .catch((error: unknown) => fail(method, error))
    if (response.ok || response.status === 404) return response
    await response.body?.cancel()
    const error = new Error(`the file store responded to ${method} with ${response.status}`)
    if (response.status >= 500 || response.status === 429) return fail(method, error)
    throw error
  }
  const fail = (method: string, error: unknown): never => {
    log?.warn({ error, method }, 'the object store is unavailable')
    throw Object.assign(new Problem('server', 'file-store-unavailable', { status: 503, retryAfterSeconds }), {
      cause: error,
    })
  }
  return {
    put: async (key, bytes, type) => {
      const response = await send('PUT', key, {
        body: bytes as never,
        headers: { 'content-type': type, 'cache-control': 'private, max-age=31536000' },
      })
      await response.body?.cancel()
      if (response.status === 404) throw new Error('the file store has no such bucket')
    },
    get: async (key) => {
      const response = await send('GET', key)
      if (response.ok) return new Uint8Array(await response.arrayBuffer().catch((error: unknown) => fail('GET', error)))
      await response.body?.cancel()
      return undefined
    },
    remove: async (key) => void (await (await send('DELETE', key)).body?.cancel()),
  }
}
