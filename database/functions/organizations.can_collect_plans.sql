-- Whether a charity's plans are charged: for 30 more days (720 hours) after its verification expires.
create or replace function organizations.can_collect_plans(state text, verified_until timestamptz, at timestamptz)
returns boolean
language sql immutable parallel safe
return state in ('verified', 'requested') and coalesce(verified_until + interval '720 hours' > at, false);
