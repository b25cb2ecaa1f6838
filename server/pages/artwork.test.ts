import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isProblem } from '#shared/problem.ts'
import { registerArtwork } from './artwork.ts'

let fastify: FastifyInstance
let made = 0
let now = 90_000
beforeAll(() => {
  fastify = Fastify()
  fastify.setErrorHandler((error, _request, reply) => reply.code(isProblem(error) ? error.status : 500).send())
  // Painting itself is not what is asked about here.
  registerArtwork(fastify, { paint: async () => Buffer.from(String((made += 1))), now: () => now })
})
afterAll(() => fastify.close())
const ask = async (name: string, remoteAddress: string) =>
  (await fastify.inject({ url: `/art/${name}.webp`, remoteAddress })).statusCode

test('whoever makes up names has so many pictures painted and no more; what is painted is there for them, and others go on; a minute later they do, too', async () => {
  const answers: number[] = []
  for (let n = 0; n < 320; n++) answers.push(await ask(`made-up-${n}`, '203.0.113.7'))
  expect([
    answers.filter((status) => status === 200).length,
    answers.filter((status) => status === 429).length,
    made,
  ]).toEqual([300, 20, 300])
  expect(await ask('made-up-299', '203.0.113.7')).toBe(200)
  expect(await ask('clean-water', '203.0.113.8')).toBe(200)
  expect(made).toBe(301)
  now = 125_000
  expect(await ask('made-up-310', '203.0.113.7')).toBe(200)
})
