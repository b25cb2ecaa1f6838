import { required } from '#shared/collections.ts'
import fs from 'node:fs/promises'
import path from 'node:path'
import type { Files } from '#modules/platform/media/index-server.ts'
import type { Log } from '#shared/ports.ts'
import type { Config } from '../config/config.ts'
import { s3Files } from './files-s3.ts'

/**
 * Whether a key can't leave the folder of files. The server creates all keys; this check guards against a mistake
 * there.
 */
export const isFileKey = (key: string): boolean => /^[a-z]+(\/[\w-]+)*\/[\w-]+\.[a-z0-9]+$/.test(key)

/** Stores files in a folder. Web processes on several machines need a shared folder, or S3 instead. */
export function folderFiles(folder: string): Files {
  const pathOf = (key: string): string => {
    if (!isFileKey(key)) throw new Error(`${key} is not a valid file key`)
    return path.join(folder, key)
  }
  return {
    put: async (key, bytes) => {
      const filePath = pathOf(key)
      await fs.mkdir(path.dirname(filePath), { recursive: true })
      const draft = `${filePath}.${process.pid}.part`
      await fs.writeFile(draft, bytes, { mode: 0o640 })
      await fs.rename(draft, filePath) // rename() is atomic, so no reader sees a partial file
    },
    get: async (key) => {
      try {
        return await fs.readFile(pathOf(key))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },
    remove: (key) => fs.rm(pathOf(key), { force: true }),
  }
}

/** Returns the folder of uploads on this machine; undefined if uploads are in an S3 bucket. */
export const mediaFolder = (config: Config): string | undefined =>
  config.S3_BUCKET === undefined ? folderOf(config) : undefined
const folderOf = (config: Config): string => path.join(config.DATA_DIR, 'media')

/** Creates the configured file store: S3 if a bucket is set, otherwise a folder in the data folder. */
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
