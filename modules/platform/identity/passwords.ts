import { argon2, timingSafeEqual } from 'node:crypto'

/**
 * Argon2id with 19 MiB and two passes (OWASP), about 30 ms. Stored in PHC format, so that the parameters can be raised
 * later.
 */
const memory = 19_456
const passes = 2
const tagLength = 32

const derive = (password: string, nonce: Buffer, figures: { memory: number; passes: number }): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    argon2(
      'argon2id',
      { message: password.normalize('NFKC'), nonce, parallelism: 1, tagLength, ...figures },
      (error, tag) => (error ? reject(error) : resolve(Buffer.from(tag))),
    )
  })

/** `nonce`: 16 random bytes. */
export async function hashPassword(password: string, nonce: Buffer): Promise<string> {
  const tag = await derive(password, nonce, { memory, passes })
  return `$argon2id$v=19$m=${memory},t=${passes},p=1$${nonce.toString('base64').replace(/=+$/, '')}$${tag.toString('base64').replace(/=+$/, '')}`
}

/**
 * A hash that no password matches. It is verified for an unknown account, so that both responses take the same time.
 */
export const dummyHash = `$argon2id$v=19$m=${memory},t=${passes},p=1$${Buffer.alloc(16, 7).toString('base64').replace(/=+$/, '')}$${Buffer.alloc(32, 9).toString('base64').replace(/=+$/, '')}`

/** Whether the password matches the hash; false if the text isn't a hash of ours. */
export async function isPassword(password: string, hash: string): Promise<boolean> {
  const [, memoryOf, passesOf, nonce, made] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([\w+/]+)\$([\w+/]+)$/.exec(hash) ?? []
  if (!nonce || !made) return false
  const expected = Buffer.from(made, 'base64')
  const tag = await derive(password, Buffer.from(nonce, 'base64'), {
    memory: Number(memoryOf),
    passes: Number(passesOf),
  })
  return expected.length === tag.length && timingSafeEqual(expected, tag)
}
