/** Fake Google and Facebook: local servers that speak the real protocols and accept any name. */
import { createHash } from 'node:crypto'
import { startFakeFacebook } from '../support/fake-facebook.ts'
import { startFakeOpenId } from '../support/fake-openid.ts'

const picture = `http://127.0.0.1:${process.env.GOOGLE_PORT}/picture.png`
const google = await startFakeOpenId({
  clientId: 'sunbul',
  clientSecret: 'a secret',
  port: Number(process.env.GOOGLE_PORT),
  anyone: (name) => ({
    sub: `google-${name}`,
    email: `${name}@google.example`,
    email_verified: true,
    given_name: 'Layla',
    family_name: 'Haddad',
    picture,
  }),
})
const facebook = await startFakeFacebook({
  appId: '4242',
  appSecret: 'a secret',
  version: 'v23.0',
  port: Number(process.env.FACEBOOK_PORT),
  anyone: (name) => ({
    id: String(BigInt(`0x${createHash('sha256').update(name).digest('hex').slice(0, 14)}`)),
    name: 'Bilal Khan',
    first_name: 'Bilal',
    last_name: 'Khan',
    email: `${name}@facebook.example`,
  }),
})

process.on('SIGTERM', () => {
  void Promise.all([google.stop(), facebook.stop()]).then(() => process.exit(0))
})
