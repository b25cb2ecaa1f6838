import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { earlierAssets } from './earlier-assets.ts'

const { constants } = zlib
const codings = [
  {
    extension: '.br',
    encode: (body: Buffer) =>
      promisify(zlib.brotliCompress)(body, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }),
  },
  { extension: '.gz', encode: (body: Buffer) => promisify(zlib.gzip)(body, { level: constants.Z_BEST_COMPRESSION }) },
] as const

/**
 * Runs after a build: compresses each script, style and SVG with Brotli (quality 11, its default) and gzip into
 * `<name>.br` and `<name>.gz`, if that is smaller. Names contain a content hash, so a file that an earlier build
 * compressed is copied.
 */
export async function compressAssets(root: string): Promise<void> {
  const [current, earlier] = [path.join(root, 'build/client/assets'), path.join(root, earlierAssets)]
  const names = fs.readdirSync(current).filter((name) => /\.(js|css|svg)$/.test(name))
  await Promise.all(
    names.flatMap((name) =>
      codings.map(async ({ extension, encode }) => {
        const [file, kept] = [path.join(current, name + extension), path.join(earlier, name + extension)]
        if (fs.existsSync(kept)) return fs.copyFileSync(kept, file)
        const body = fs.readFileSync(path.join(current, name))
        const encoded = await encode(body)
        if (encoded.length < body.length) fs.writeFileSync(file, encoded)
      }),
    ),
  )
}
