import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { isProblem } from '#shared/problem.ts'

/** Painting itself is not what is asked about here. */
const made = vi.hoisted(() => ({ count: 0 }))
vi.mock('sharp', () => ({
  default: () => {
    const picture = { resize: () => picture, webp: () => picture, toBuffer: async () => Buffer.from(String((made.count += 1))) }
    return picture
  },
}))

let fastify: FastifyInstance
beforeAll(async () => {
  const { registerArtwork } = await import('./artwork.ts')
  fastify = Fastify()
  fastify.setErrorHandler((error, _request, reply) => reply.code(isProblem(error) ? error.status : 500).send())
  registerArtwork(fastify, { dataDir: '' })
})
afterAll(() => fastify.close())
const ask = async (name: string, remoteAddress: string) => (await fastify.inject({ url: `/art/${name}.webp`, remoteAddress })).statusCode

test('whoever makes up names has so many pictures painted and no more; what is painted is there for them, and others go on; a minute later they do, too', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(90_000)
  const answers: number[] = []
  for (let n = 0; n < 320; n++) answers.push(await ask(`made-up-${n}`, '203.0.113.7'))
  expect([answers.filter((status) => status === 200).length, answers.filter((status) => status === 429).length, made.count]).toEqual([300, 20, 300])
  expect(await ask('made-up-299', '203.0.113.7')).toBe(200)
  expect(await ask('clean-water', '203.0.113.8')).toBe(200)
  expect(made.count).toBe(301)
  clock.mockReturnValue(125_000)
  expect(await ask('made-up-310', '203.0.113.7')).toBe(200)
  clock.mockRestore()
})
