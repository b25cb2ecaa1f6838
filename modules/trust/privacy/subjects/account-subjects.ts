/** Queries for the export: the account itself, its devices, addresses and cards. `$1` is the account, amounts are in minor units. */
export const accountSubjects: Readonly<Record<string, string>> = {
  account: `
    select
      id,
      email,
      email_confirmed_at as "emailConfirmedAt",
      first_name as "firstName",
      last_name as "lastName",
      locale,
      preferences,
      created_at as "createdAt"
    from identity.account
    where id = $1::uuid
  `,
  formerEmails: `
    select email_key as email, replaced_at as "replacedAt"
    from identity.former_email
    where account_id = $1::uuid
    order by replaced_at
  `,
  devices: `
    select user_agent as browser, ip, country, created_at as "loggedInAt", last_seen_at as "lastUsedAt"
    from identity.session
    where account_id = $1::uuid
    order by created_at
  `,
  passkeys: `
    select name, created_at as "addedAt", last_used_at as "lastUsedAt"
    from identity.passkey
    where account_id = $1::uuid
    order by created_at
  `,
  apiKeys: `
    select
      name,
      scopes,
      allowed_addresses as "allowedAddresses",
      created_at as "createdAt",
      expires_at as "expiresAt",
      last_used_at as "lastUsedAt",
      revoked_at as "revokedAt"
    from identity.api_key
    where account_id = $1::uuid
    order by created_at
  `,
  connectedLogins: `
    select provider, email, linked_at as "linkedAt"
    from identity.external_login
    where account_id = $1::uuid
    order by linked_at
  `,
  picture: `
    select encode(image, 'base64') as webp, set_at as "setAt" from identity.account_picture where account_id = $1::uuid
  `,
  addresses: `
    select
      label,
      first_name as "firstName",
      last_name as "lastName",
      name,
      line1,
      line2,
      city,
      state,
      postal_code as "postalCode",
      country,
      phone
    from addresses.address
    where account_id = $1::uuid
    order by changed_at
  `,
  cards: `
    select
      c.brand,
      c.last4,
      c.exp_month as "expiryMonth",
      c.exp_year as "expiryYear",
      c.country,
      c.is_default as "isDefault",
      c.added_at as "addedAt",
      c.removed_at as "removedAt",
      c.provider,
      u.customer_id as "nameAtProvider"
    from cards.customer u
    left join cards.card c on c.account_id = u.account_id and c.provider = u.provider
    where u.account_id = $1::uuid
    order by c.added_at
  `,
  cardMandates: `
    select
      c.brand,
      c.last4,
      m.kind,
      m.text_version as "textVersion",
      m.locale,
      m.ip,
      m.agreed_at as "agreedAt",
      m.revoked_at as "revokedAt"
    from cards.mandate m
    join cards.card c on c.id = m.card_id
    where m.account_id = $1::uuid
    order by m.agreed_at
  `,
}
