import type { LoginProvider } from '#modules/platform/identity/providers/provider.ts'
import { facebookProvider } from '#modules/platform/identity/providers/facebook.ts'
import { openIdProvider } from '#modules/platform/identity/providers/open-id.ts'
import type { Config } from '../config/config.ts'

/** Returns the login providers whose keys the operator has set. */
export function loginProviders(config: Config, clock: () => Date, ask: typeof fetch = fetch): LoginProvider[] {
  const google =
    config.GOOGLE_CLIENT_ID && config.GOOGLE_CLIENT_SECRET
      ? openIdProvider({
          key: 'google',
          name: 'Google',
          issuer: config.GOOGLE_ISSUER,
          pictureHosts: ['.googleusercontent.com'],
          clientId: config.GOOGLE_CLIENT_ID,
          clientSecret: config.GOOGLE_CLIENT_SECRET,
          ask,
          clock,
        })
      : undefined
  const facebook =
    config.FACEBOOK_APP_ID && config.FACEBOOK_APP_SECRET
      ? facebookProvider({
          appId: config.FACEBOOK_APP_ID,
          appSecret: config.FACEBOOK_APP_SECRET,
          version: config.FACEBOOK_GRAPH_VERSION,
          dialogUrl: config.FACEBOOK_DIALOG_URL,
          graphUrl: config.FACEBOOK_GRAPH_URL,
          ask,
        })
      : undefined
  const openId =
    config.OPENID_ISSUER && config.OPENID_CLIENT_ID
      ? openIdProvider({
          key: 'openid',
          name: config.OPENID_NAME,
          issuer: config.OPENID_ISSUER,
          clientId: config.OPENID_CLIENT_ID,
          clientSecret: config.OPENID_CLIENT_SECRET,
          ask,
          clock,
        })
      : undefined
  return [google, facebook, openId].filter((provider) => provider !== undefined)
}
