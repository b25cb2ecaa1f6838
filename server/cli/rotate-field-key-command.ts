/** `npm run sunbul -- rotate-field-key`: encrypts every value again with the first key of `FIELD_KEY`. */
import pg from 'pg'
import { identityServer } from '#modules/platform/identity/index-server.ts'
import { createFiles } from '../adapters/files.ts'
import { rotateFieldKey } from '../keys/rotate-field-key.ts'
import { isFormerKeyInUse } from '../keys/secret-notes.ts'
import { type Installation, withApp } from './installation.ts'

/**
 * Prints how many values were encrypted again. Returns exit code 1 if a value can't be decrypted with any key, or if a
 * process still encrypts with a former one. It can be interrupted and run again.
 */
export async function rotateFieldKeyFromCli(installation: Installation): Promise<number> {
  const { config, log, ownerUrl } = installation
  return withApp(installation, async (app) => {
    await identityServer.recordSecretUse(app, { FIELD_KEY: config.FIELD_KEY[0] })
    const client = new pg.Client({ connectionString: ownerUrl })
    client.on('error', () => undefined)
    await client.connect()
    try {
      const { encrypted, unreadable } = await rotateFieldKey(client, createFiles(config, log), config.FIELD_KEY)
      console.log(`Encrypted again: ${encrypted}`)
      for (const [place, count] of unreadable)
        console.log(`PROBLEM ${place}: ${count} can’t be decrypted. Add their key to FIELD_KEY and run this again.`)
      if (unreadable.size > 0) return 1
      const uses = await identityServer.listSecretUse(app.db)
      if (isFormerKeyInUse({ config, uses, now: app.clock() })) {
        console.log(
          'PROBLEM a process encrypts with a former key: restart all processes and run this again in ten minutes.',
        )
        return 1
      }
      await identityServer.recordCompletedRotation(app, config.FIELD_KEY[0])
      console.log('Every value is encrypted with the first key of FIELD_KEY.')
      return 0
    } finally {
      await client.end()
    }
  })
}
