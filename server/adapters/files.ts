import { required } from '#shared/collections.ts'
import fs from 'node:fs/promises'
import path from 'node:path'
import type { Files } from '#modules/platform/media/index-server.ts'
import type { Log } from '#shared/ports.ts'
import type { Config } from '../config/config.ts'
import { s3Files } from './files-s3.ts'

/** Keys are made by us; still, one that could leave its folder is refused. */
export const isFileKey = (key: string): boolean => /^[a-z]+(\/[\w-]+)*\/[\w-]+\.[a-z0-9]+$/.test(key)

/** Files in a folder. With several web processes on several machines it must be a shared one: use S3 there. */
export function folderFiles(folder: string): Files {
  const placeOf = (key: string): string => {
    if (!isFileKey(key)) throw new Error(`${key} is no key of a file`)
    return path.join(folder, key)
  }
  return {
    put: async (key, bytes) => {
      const place = placeOf(key)
      await fs.mkdir(path.dirname(place), { recursive: true })
      const draft = `${place}.${process.pid}.part`
      await fs.writeFile(draft, bytes, { mode: 0o640 })
      await fs.rename(draft, place) // whole or not at all
    },
    get: async (key) => {
      try {
        return await fs.readFile(placeOf(key))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },
    remove: (key) => fs.rm(placeOf(key), { force: true }),
  }
}

/** Where uploads lie on this machine; undefined: in a bucket. */
export const mediaFolder = (config: Config): string | undefined =>
  config.S3_BUCKET === undefined ? folderOf(config) : undefined
const folderOf = (config: Config): string => path.join(config.DATA_DIR, 'media')

/** As configured: S3 where a bucket is named, else a folder beside the data. */
export const createFiles = (config: Config, log?: Log): Files =>
  config.S3_BUCKET === undefined
    ? folderFiles(folderOf(config))
    : s3Files(
        {
          bucket: config.S3_BUCKET,
          endpoint: required(config.S3_ENDPOINT, 'S3_ENDPOINT'),
          region: config.S3_REGION,
          accessKeyId: required(config.S3_ACCESS_KEY_ID, 'S3_ACCESS_KEY_ID'),
          secretAccessKey: required(config.S3_SECRET_ACCESS_KEY, 'S3_SECRET_ACCESS_KEY'),
          isPathStyle: config.S3_PATH_STYLE,
        },
        log,
      )
