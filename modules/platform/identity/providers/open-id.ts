import { hourMs } from '#shared/time.ts'
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  clockTolerance,
  type Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  type IDToken,
  None,
} from 'openid-client'
import { type ExternalProfile, type LoginProvider, pictureFrom, textOf } from './provider.ts'
import { limitResponses, requireHttps, timeoutSeconds } from './requests.ts'

export type OpenIdSettings = {
  readonly key: string
  readonly name: string
  /** The issuer, with or without a trailing slash; `/.well-known/openid-configuration` is appended to it. */
  readonly issuer: string
  /** Suffixes of hosts that serve the provider's pictures, in addition to its own host. */
  readonly pictureHosts?: readonly string[]
  readonly clientId: string
  /** Undefined: a public client, which only PKCE protects. */
  readonly clientSecret: string | undefined
  readonly ask: typeof fetch
  readonly clock: () => Date
}

const cacheMs = hourMs
/** Tolerated clock skew of the provider. */
const toleranceSeconds = 60

/**
 * Logs in with any OpenID Connect provider: discovery, authorization code with PKCE, signed ID token, then user info by
 * bearer token (S1 §7). `openid-client` verifies every response.
 */
export function openIdProvider(settings: OpenIdSettings): LoginProvider {
  const { key, name, clientId, clientSecret, ask, clock } = settings
  const issuer = settings.issuer.replace(/\/$/, '')
  let cached: { readonly at: number; readonly client: Configuration } | undefined

  async function discoverClient(): Promise<Configuration> {
    const now = clock().getTime()
    if (cached && now - cached.at < cacheMs) return cached.client
    const document = new URL(`${issuer}/.well-known/openid-configuration`)
    const client = await discovery(
      document,
      clientId,
      { [clockTolerance]: toleranceSeconds },
      authenticationBy(clientSecret),
      {
        timeout: timeoutSeconds,
        [customFetch]: limitResponses(ask),
        // Without these checks, the signature of an ID token from the token endpoint isn't verified.
        execute: [enableNonRepudiationChecks, ...requireHttps(issuer)],
      },
    )
    if (client.serverMetadata().issuer.replace(/\/$/, '') !== issuer)
      throw new Error(`the discovery document at ${issuer} is of another issuer`)
    cached = { at: now, client }
    return client
  }

  /**
   * Checks what OpenID Connect leaves to the client: refuses a token from the future, one for another client, and a
   * subject that we can't store.
   */
  function checkClaims({ iat, azp, sub }: IDToken): void {
    if (iat - toleranceSeconds > clock().getTime() / 1000) throw new Error('the ID token is from the future')
    if (azp !== undefined && azp !== clientId) throw new Error('the ID token was issued to another client')
    if (!/^[\x20-\x7e]{1,255}$/.test(sub)) throw new Error('the ID token has an unreadable subject')
  }

  return {
    key,
    name,
    issuer,
    authorizeUrl: async ({ redirectUri, state, nonce, challenge }) =>
      buildAuthorizationUrl(await discoverClient(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      }).href,
    profileOf: async ({ callback, state, verifier, nonce }) => {
      const client = await discoverClient()
      const tokens = await authorizationCodeGrant(client, callback, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
      })
      const claims = tokens.claims()
      if (!claims) throw new Error('the provider sent no ID token')
      checkClaims(claims)
      if (client.serverMetadata().userinfo_endpoint === undefined) return profileFrom(claims, settings)
      const info = await fetchUserInfo(client, tokens.access_token, claims.sub)
      return profileFrom({ ...('email' in info ? withoutEmail(claims) : claims), ...info }, settings)
    },
  }
}

/**
 * Sends the client secret in the body if the provider accepts that, otherwise by HTTP Basic, the standard's default.
 */
function authenticationBy(clientSecret: string | undefined): ClientAuth {
  if (clientSecret === undefined) return None()
  const [inBody, basic] = [ClientSecretPost(clientSecret), ClientSecretBasic(clientSecret)]
  return (server, ...rest) =>
    (server.token_endpoint_auth_methods_supported?.includes('client_secret_post') ? inBody : basic)(server, ...rest)
}

/** Removes the email together with `email_verified`, which applies to that email only. */
const withoutEmail = ({ email: _, email_verified: __, ...rest }: IDToken): Record<string, unknown> => rest

function profileFrom(
  values: Readonly<Record<string, unknown>>,
  { issuer, pictureHosts = [] }: OpenIdSettings,
): ExternalProfile {
  const email = textOf(values.email)
  const name = textOf(values.name)
  const firstName = textOf(values.given_name) || (name.split(/\s+/)[0] ?? '')
  return {
    subject: textOf(values.sub),
    email: email || undefined,
    isEmailVerified: email !== '' && (values.email_verified === true || values.email_verified === 'true'),
    firstName,
    lastName: textOf(values.family_name) || (name.startsWith(firstName) ? name.slice(firstName.length).trim() : ''),
    // Google's picture addresses end in the requested size.
    pictureUrl: pictureFrom(values.picture, issuer, pictureHosts)?.replace(/=s\d+-c$/, '=s500-c'),
  }
}
