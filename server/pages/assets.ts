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
    // Pages that were opened before this release still ask for their own lazy parts (`earlier-assets.ts`).
    root: ['build/client/assets', earlierAssets]
      .map((folder) => path.join(root, folder))
      .filter((folder) => fs.existsSync(folder)),
    prefix: '/assets/',
    immutable: true,
    maxAge: '1y',
    decorateReply: false,
    index: false,
    preCompressed: true,
    // No list of the folder, and compressed files only under the name of their content.
    allowedPath: (name) => !/(\/|\.br|\.gz)$/.test(name),
  })
}
