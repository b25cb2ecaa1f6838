-- Accounts whose e-mail nobody has proven, to be found when their time is over.
create index account_unproven on identity.account (created_at) where email_confirmed_at is null and erased_at is null;
