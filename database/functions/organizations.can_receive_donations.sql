-- Whether a charity may receive donations: the rule of `modules/causes/organizations/rules/verification.ts` in SQL.
create or replace function organizations.can_receive_donations(
  state text,
  verified_until timestamptz,
  at timestamptz
)
returns boolean
language sql immutable parallel safe
return state = 'verified' and verified_until > at;
