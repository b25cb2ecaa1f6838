import type { FastifyInstance } from 'fastify'

export function registerArtwork(_fastify: FastifyInstance, _of: { dataDir: string }): void {}
