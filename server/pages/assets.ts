import fs from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { earlierAssets } from './earlier-assets.ts'

/**
 * Serves the built scripts, styles and fonts under `/assets/`, compressed if the browser accepts that
 * (`compress-assets.ts`).
 */
export async function registerAssets(fastify: FastifyInstance, root: string): Promise<void> {
  await fastify.register(fastifyStatic, {
    // Pages that were opened before this release still request their lazy chunks (`earlier-assets.ts`).
    root: ['build/client/assets', earlierAssets]
      .map((folder) => path.join(root, folder))
      .filter((folder) => fs.existsSync(folder)),
    prefix: '/assets/',
    immutable: true,
    maxAge: '1y',
    decorateReply: false,
    index: false,
    preCompressed: true,
    // Serves no folder listing, and compressed files only by content negotiation.
    allowedPath: (name) => !/(\/|\.br|\.gz)$/.test(name),
  })
}
