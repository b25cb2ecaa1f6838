import { AwsClient } from 'aws4fetch'
import type { Files } from '#modules/media/index.ts'

export type S3Settings = {
  readonly bucket: string
  /** `https://s3.eu-west-2.amazonaws.com`, or that of another store that speaks S3. */
  readonly endpoint: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** `endpoint/bucket/key` instead of `bucket.endpoint/key`, as MinIO and others want it. */
  readonly isPathStyle: boolean
}

/** Longer than this nobody waits for a picture. */
const timeoutMs = 10_000

/** Files in a store that speaks S3; every request is signed (AWS Signature 4). */
export function s3Files(of: S3Settings): Files {
  const client = new AwsClient({ accessKeyId: of.accessKeyId, secretAccessKey: of.secretAccessKey, region: of.region, service: 's3', retries: 2 })
  const endpoint = new URL(of.endpoint)
  const root = of.isPathStyle ? `${endpoint.origin}/${of.bucket}` : `${endpoint.protocol}//${of.bucket}.${endpoint.host}`
  const ask = async (method: 'GET' | 'PUT' | 'DELETE', key: string, init: RequestInit = {}): Promise<Response> => {
    const answer = await client.fetch(`${root}/${key}`, { ...init, method, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
    if (answer.ok || answer.status === 404) return answer
    await answer.body?.cancel()
    throw new Error(`the file store answered ${answer.status} to ${method}`)
  }
  return {
    put: async (key, bytes, type) => {
      const answer = await ask('PUT', key, { body: bytes as never, headers: { 'content-type': type, 'cache-control': 'private, max-age=31536000' } })
      await answer.body?.cancel()
      if (answer.status === 404) throw new Error('the file store knows no such bucket')
    },
    get: async (key) => {
      const answer = await ask('GET', key)
      if (answer.ok) return new Uint8Array(await answer.arrayBuffer())
      await answer.body?.cancel()
      return undefined
    },
    remove: async (key) => void (await (await ask('DELETE', key)).body?.cancel()),
  }
}
