import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'

const compressBytes = promisify(zstdCompress)
const decompressBytes = promisify(zstdDecompress)

/** Compresses with Zstandard at its fastest level: the processor is shared with donations. `unzstd` reads the result. */
export const compress = (bytes: Uint8Array): Promise<Buffer> =>
  compressBytes(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 1 } })

/** Bytes produced at a time. With Node's 16 kB a restore waits longer between the pieces than for them. */
const chunkSize = 1024 * 1024

/** Reverses `compress`; throws if the bytes are damaged. */
export const decompress = (bytes: Uint8Array): Promise<Buffer> => decompressBytes(bytes, { chunkSize })
