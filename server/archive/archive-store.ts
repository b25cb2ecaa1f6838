/** Where an archive is stored: a folder, or a bucket of an S3-compatible store. */
import fs from 'node:fs'
import fsPromises from 'node:fs/promises'
import path from 'node:path'
import { AwsClient } from 'aws4fetch'
import type { Config } from '../config/config.ts'

/** A stored object; `storedAt` is the store's time. */
type StoredObject = { readonly key: string; readonly bytes: number; readonly storedAt: Date }

/** Keys are paths of letters, digits, `-`, `.` and `/`. Each call throws while the store can't be reached. */
export type ArchiveStore = {
  /** The folder or `s3://` address, for messages. */
  readonly name: string
  /** Stores an object completely or not at all. */
  put(key: string, bytes: Uint8Array): Promise<void>
  get(key: string): Promise<Uint8Array | undefined>
  /** Lists the objects whose key begins with a prefix that ends with `/`, in no particular order. */
  list(prefix: string): Promise<readonly StoredObject[]>
  remove(key: string): Promise<void>
}

type StoreSettings = Pick<
  Config,
  'ARCHIVE' | 'S3_ENDPOINT' | 'S3_REGION' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY' | 'S3_PATH_STYLE'
>

/** Opens the store that `ARCHIVE` names; undefined if it isn't set. */
export function openArchive(config: StoreSettings): ArchiveStore | undefined {
  if (config.ARCHIVE === undefined) return undefined
  return config.ARCHIVE.startsWith('s3://') ? bucketStore(config, config.ARCHIVE) : folderStore(config.ARCHIVE)
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** Stores an archive in a folder. It never creates this folder, because an unmounted disk would go unnoticed. */
export function folderStore(root: string): ArchiveStore {
  const assertFolderExists = () => {
    if (!fs.existsSync(root)) throw new Error(`the archive folder ${root} doesn’t exist: is its disk mounted?`)
  }
  const listFolder = async (prefix: string): Promise<StoredObject[]> => {
    const entries = await fsPromises
      .readdir(path.join(root, prefix), { withFileTypes: true })
      .catch((error: unknown) => {
        if (isMissing(error)) return []
        throw error
      })
    const lists = await Promise.all(
      entries.map(async (entry) => {
        const key = `${prefix}${entry.name}`
        if (entry.isDirectory()) return listFolder(`${key}/`)
        if (entry.name.endsWith('.part')) return []
        const { size, mtime } = await fsPromises.stat(path.join(root, key))
        return [{ key, bytes: size, storedAt: mtime }]
      }),
    )
    return lists.flat()
  }
  return {
    name: root,
    put: async (key, bytes) => {
      assertFolderExists()
      const file = path.join(root, key)
      await fsPromises.mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
      await fsPromises.writeFile(`${file}.part`, bytes, { mode: 0o600, flush: true })
      await fsPromises.rename(`${file}.part`, file)
    },
    get: (key) => {
      assertFolderExists()
      return fsPromises.readFile(path.join(root, key)).catch((error: unknown) => {
        if (isMissing(error)) return undefined
        throw error
      })
    },
    list: (prefix) => {
      assertFolderExists()
      return listFolder(prefix)
    },
    remove: async (key) => {
      assertFolderExists()
      await fsPromises.rm(path.join(root, key), { force: true })
      // The folder of a base backup is removed with its last object.
      await fsPromises.rmdir(path.dirname(path.join(root, key))).catch(() => undefined)
    },
  }
}

/** Maximum time of one request; an object has at most 32 MB, and a restore gets eight over the same line. */
const timeoutMs = { GET: 600_000, other: 120_000 }

function bucketStore(config: StoreSettings, address: string): ArchiveStore {
  const { hostname: bucket, pathname } = new URL(address)
  const prefix = pathname === '/' || pathname === '' ? '' : `${pathname.replace(/^\/|\/$/g, '')}/`
  const client = new AwsClient({
    accessKeyId: config.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: config.S3_SECRET_ACCESS_KEY ?? '',
    region: config.S3_REGION,
    service: 's3',
    retries: 2,
  })
  const endpoint = new URL(config.S3_ENDPOINT ?? '')
  const root = config.S3_PATH_STYLE
    ? `${endpoint.origin}/${bucket}`
    : `${endpoint.protocol}//${bucket}.${endpoint.host}`
  const send = async (method: string, url: string, body?: Uint8Array): Promise<Response> => {
    const signal = AbortSignal.timeout(method === 'GET' ? timeoutMs.GET : timeoutMs.other)
    const response = await client.fetch(url, {
      method,
      redirect: 'error',
      signal,
      ...(body ? { body: body as never } : {}),
    })
    if (response.ok || (response.status === 404 && method !== 'PUT' && !url.includes('list-type'))) return response
    await response.body?.cancel()
    throw new Error(`the bucket ${bucket} responded to ${method} with ${response.status}`)
  }
  return {
    name: address,
    put: async (key, bytes) => void (await (await send('PUT', `${root}/${prefix}${key}`, bytes)).body?.cancel()),
    get: async (key) => {
      const response = await send('GET', `${root}/${prefix}${key}`)
      if (response.ok) return new Uint8Array(await response.arrayBuffer())
      await response.body?.cancel()
      return undefined
    },
    list: async (within) => {
      const objects: StoredObject[] = []
      for (let token: string | undefined = ''; token !== undefined;) {
        const query = new URLSearchParams({ 'list-type': '2', prefix: `${prefix}${within}` })
        if (token !== '') query.set('continuation-token', token)
        const page = await (await send('GET', `${root}/?${query.toString()}`)).text()
        objects.push(...readListing(page).map((object) => ({ ...object, key: object.key.slice(prefix.length) })))
        token = elementOf(page, 'NextContinuationToken')
      }
      return objects
    },
    remove: async (key) => void (await (await send('DELETE', `${root}/${prefix}${key}`)).body?.cancel()),
  }
}

/** Reads the objects of a page of ListObjectsV2. Our keys have no characters that XML escapes. */
const readListing = (page: string): StoredObject[] =>
  [...page.matchAll(/<Contents>([^]*?)<\/Contents>/g)].map(([, contents = '']) => ({
    key: elementOf(contents, 'Key') ?? '',
    bytes: Number(elementOf(contents, 'Size')),
    storedAt: new Date(elementOf(contents, 'LastModified') ?? ''),
  }))

const elementOf = (text: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1]?.replaceAll('&amp;', '&')
