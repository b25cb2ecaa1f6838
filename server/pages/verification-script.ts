import fs from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { projectDir } from '../config/config.ts'

/** Serves the script that verifies the public ledger (ledger-15), for the page's instructions. */
export function registerVerificationScript(fastify: FastifyInstance): void {
  const script = fs.readFileSync(path.join(projectDir, 'docs/verify-ledger.mjs'))
  fastify.get('/ledger/verify-ledger.mjs', async (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('content-disposition', 'attachment; filename="verify-ledger.mjs"')
      .header('cache-control', 'no-cache')
      .send(script),
  )
}
