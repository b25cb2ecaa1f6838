import { createHash, createHmac, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { type RecordedRequest, consentPage, redirectTo, startFake, type FakeResponse } from './fake-http.ts'

export type OpenIdPerson = {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean | string
  readonly name?: string
  readonly given_name?: string
  readonly family_name?: string
  readonly picture?: string
}

/** Deviations of the provider; empty: none. */
export type ProviderDeviations = {
  claims?: Record<string, unknown>
  /** `stranger`: signed by an unknown key, under the known key's name. `secret`: HS256 with the public key's text. */
  signedBy?: 'stranger' | 'none' | 'secret'
  userInfo?: Record<string, unknown>
  withoutUserInfo?: boolean
  discovery?: { readonly issuer?: string; readonly [name: string]: unknown }
  /** Overrides fields of the token response. */
  tokens?: Record<string, unknown>
  /** The key id in the ID token instead of the correct one. */
  kid?: string
}

export type FakeOpenId = {
  readonly issuer: string
  readonly people: Map<string, OpenIdPerson>
  mischief: ProviderDeviations
  /** Adds a signing key and uses it from now on. */
  rotateKeys(): void
  readonly asked: string[]
  stop(): Promise<void>
}

type Grant = { person: OpenIdPerson; redirectUri: string; challenge: string; nonce: string }
const pair = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/**
 * Starts an OpenID Connect provider: discovery, authorization code with PKCE, signed ID tokens, user info by bearer
 * token.
 */
export async function startFakeOpenId(input: {
  clientId: string
  clientSecret: string | undefined
  port?: number
  clock?: () => Date
  anyone?: (name: string) => OpenIdPerson
}): Promise<FakeOpenId> {
  const clock = input.clock ?? (() => new Date())
  const people = new Map<string, OpenIdPerson>()
  const grants = new Map<string, Grant>()
  const bearers = new Map<string, OpenIdPerson>()
  const keys = [{ kid: 'first', ...pair() }]
  const stranger = pair().privateKey
  const requests: string[] = []
  const fake = {
    people,
    mischief: {} as ProviderDeviations,
    asked: requests,
    issuer: '',
    rotateKeys: () => void keys.push({ kid: `key-${keys.length}`, ...pair() }),
  }

  const routes: Record<string, (request: RecordedRequest) => FakeResponse> = {
    '/.well-known/openid-configuration': () => ({
      body: {
        issuer: fake.issuer,
        authorization_endpoint: `${fake.issuer}/authorize`,
        token_endpoint: `${fake.issuer}/token`,
        ...(fake.mischief.withoutUserInfo ? {} : { userinfo_endpoint: `${fake.issuer}/userinfo` }),
        jwks_uri: `${fake.issuer}/jwks`,
        token_endpoint_auth_methods_supported: ['client_secret_basic'],
        code_challenge_methods_supported: ['S256'],
        ...fake.mischief.discovery,
      },
    }),
    '/jwks': () => ({
      body: {
        keys: keys.map(({ kid, publicKey }) => ({
          ...publicKey.export({ format: 'jwk' }),
          kid,
          use: 'sig',
          alg: 'RS256',
        })),
      },
    }),
    '/authorize': ({ url }) => authorize(url),
    '/token': token,
    '/userinfo': ({ headers }) => {
      const person = bearers.get(String(headers.authorization).replace(/^Bearer /, ''))
      return person
        ? { body: { ...person, ...fake.mischief.userInfo } }
        : { status: 401, body: { error: 'invalid_token' } }
    },
    '/picture.png': () => ({ headers: { 'content-type': 'image/png' }, body: onePixel }),
  }

  function authorize(url: URL): FakeResponse {
    const get = (name: string) => url.searchParams.get(name) ?? ''
    const isSound =
      get('client_id') === input.clientId &&
      get('response_type') === 'code' &&
      get('scope').split(' ').includes('openid') &&
      get('code_challenge_method') === 'S256' &&
      /^[\w-]{43}$/.test(get('code_challenge'))
    if (!isSound) return { status: 400, body: 'This is no request of OpenID Connect.' }
    const as = url.searchParams.get('as')
    if (as === null) return { body: consentPage('Test identity', url) }
    const back = { state: get('state'), iss: fake.mischief.discovery?.issuer ?? fake.issuer }
    const person = url.searchParams.getAll('as').includes('declined')
      ? undefined
      : (people.get(as) ?? input.anyone?.(as))
    if (!person) return redirectTo(get('redirect_uri'), { ...back, error: 'access_denied' })
    const code = randomBytes(16).toString('base64url')
    grants.set(code, {
      person,
      redirectUri: get('redirect_uri'),
      challenge: get('code_challenge'),
      nonce: get('nonce'),
    })
    return redirectTo(get('redirect_uri'), { ...back, code })
  }

  function token({ headers, form }: RecordedRequest): FakeResponse {
    // Each half is form-encoded before the two are joined (RFC 6749, 2.3.1).
    const [id, secret] = Buffer.from(String(headers.authorization).replace(/^Basic /, ''), 'base64')
      .toString()
      .split(':')
      .map((half) => new URLSearchParams(`half=${half}`).get('half'))
    const methods = { token_endpoint_auth_methods_supported: ['client_secret_basic'], ...fake.mischief.discovery }
      .token_endpoint_auth_methods_supported
    const isClient =
      input.clientSecret === undefined
        ? form.get('client_id') === input.clientId
        : methods.includes('client_secret_post')
          ? form.get('client_id') === input.clientId && form.get('client_secret') === input.clientSecret
          : id === input.clientId && secret === input.clientSecret
    if (!isClient) return { status: 401, body: { error: 'invalid_client' } }
    const code = form.get('code') ?? ''
    const grant = grants.get(code)
    grants.delete(code)
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (
      form.get('grant_type') !== 'authorization_code' ||
      !grant ||
      grant.redirectUri !== form.get('redirect_uri') ||
      grant.challenge !== challenge
    )
      return { status: 400, body: { error: 'invalid_grant' } }
    const access = randomBytes(16).toString('base64url')
    bearers.set(access, grant.person)
    return {
      body: {
        token_type: 'Bearer',
        expires_in: 3600,
        access_token: access,
        id_token: idToken(grant),
        ...fake.mischief.tokens,
      },
    }
  }

  function idToken({ person, nonce }: Grant): string {
    const now = Math.floor(clock().getTime() / 1000)
    const claims = {
      iss: fake.issuer,
      aud: input.clientId,
      iat: now,
      exp: now + 3600,
      nonce,
      ...person,
      ...fake.mischief.claims,
    }
    const { kid, privateKey, publicKey } = keys.at(-1)!
    const by = fake.mischief.signedBy
    const body = (alg: string) => `${encoded({ alg, kid: fake.mischief.kid ?? kid, typ: 'JWT' })}.${encoded(claims)}`
    if (by === 'none') return `${body('none')}.`
    if (by === 'secret') {
      const text = publicKey.export({ format: 'pem', type: 'spki' })
      return `${body('HS256')}.${createHmac('sha256', text).update(body('HS256')).digest('base64url')}`
    }
    return signed(body('RS256'), by === 'stranger' ? stranger : privateKey)
  }

  const { url, stop } = await startFake(input.port ?? 0, (request) => {
    requests.push(request.url.pathname)
    return routes[request.url.pathname]?.(request) ?? { status: 404, body: {} }
  })
  fake.issuer = url
  return Object.assign(fake, { stop })
}

const signed = (body: string, key: KeyObject): string =>
  `${body}.${sign('sha256', Buffer.from(body), key).toString('base64url')}`

/** A picture of one green pixel. */
export const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWOw6AwGAAIRARUeuUMVAAAAAElFTkSuQmCC',
  'base64',
)
