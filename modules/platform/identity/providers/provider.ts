/**
 * What a provider said of somebody. `subject` is stable and theirs alone at that issuer; everything else may change.
 */
export type ExternalProfile = {
  readonly subject: string
  readonly email: string | undefined
  /** The provider itself vouches that the mailbox is theirs. */
  readonly isEmailVerified: boolean
  readonly firstName: string
  readonly lastName: string
  /** 500 by 500 where the provider has it so; undefined for the silhouette of somebody without a picture (S1 §7). */
  readonly pictureUrl: string | undefined
}

/** A company somebody may log in with: where to send their browser, and who came back with the code. */
export type LoginProvider = {
  /** Part of our own paths: `google`, `facebook`, `openid`. */
  readonly key: string
  /** As the button says it. */
  readonly name: string
  /** Under whose numbering a subject stands. */
  readonly issuer: string
  authorizeUrl(of: {
    readonly redirectUri: string
    readonly state: string
    readonly nonce: string
    readonly challenge: string
  }): Promise<string>
  /** Redeems the code in `callback`, the address the browser came back to. Throws unless every response is valid. */
  profileOf(of: {
    readonly callback: URL
    readonly state: string
    readonly verifier: string
    readonly nonce: string
  }): Promise<ExternalProfile>
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/**
 * A picture is fetched from the provider's own hosts only, whatever address somebody managed to put into their profile
 * (security-7).
 */
export function pictureFrom(url: unknown, own: string, hosts: readonly string[]): string | undefined {
  if (typeof url !== 'string' || url.length > 2000 || !URL.canParse(url)) return undefined
  const { origin, protocol, hostname } = new URL(url)
  const isTheirs =
    origin === new URL(own).origin || (protocol === 'https:' && hosts.some((host) => hostname.endsWith(host)))
  return isTheirs ? url : undefined
}
