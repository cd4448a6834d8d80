import { PASSKEYS_PER_USER } from '@dps/contract';

const VIEW = `id, name, event_time(created_at) AS "createdAt", event_time(last_used_at) AS "lastUsedAt"`;

export const LIST_PASSKEYS = `SELECT ${VIEW} FROM passkeys WHERE user_id = $1 ORDER BY id`;

/** The user, and the ids and transports of the user's passkeys. */
export const PASSKEY_OWNER = `
  SELECT username, name,
    coalesce((SELECT jsonb_agg(jsonb_build_object(
        'type', 'public-key', 'id', translate(encode(credential_id, 'base64'), E'+/=\\n', '-_'), 'transports', transports) ORDER BY passkeys.id)
      FROM passkeys WHERE user_id = users.id), '[]') AS credentials
  FROM users WHERE id = $1`;

/** Returns no row if the user has the maximum number of passkeys. The codes are stored if the user has none. */
export const ADD_PASSKEY = `
  WITH added AS (
    INSERT INTO passkeys (user_id, credential_id, public_key, sign_count, transports, name)
    SELECT $1, $2, $3, $4, $5, $6
    WHERE (SELECT count(*) FROM passkeys WHERE user_id = $1) < ${PASSKEYS_PER_USER} RETURNING *
  ), codes AS (
    INSERT INTO recovery_codes (user_id, code_hash) SELECT $1, unnest($7::bytea[]) FROM added
    WHERE NOT EXISTS (SELECT FROM recovery_codes WHERE user_id = $1) RETURNING user_id
  )
  SELECT ${VIEW}, EXISTS (SELECT FROM codes) AS "hasNewCodes" FROM added`;

/** The statement reads the name from before its change. */
export const RENAME_PASSKEY = `
  WITH renamed AS (UPDATE passkeys SET name = $3 WHERE user_id = $1 AND id = $2 RETURNING *)
  SELECT ${VIEW}, name <> (SELECT name FROM passkeys WHERE id = $2) AS "isRenamed" FROM renamed`;

/** A device on which a user signs in for so long is the user's: each new one was reported by mail. */
const KNOWN_AFTER = `interval '7 days'`;

/** SQL: a passkey of the user `$1` that is younger than the last sign-in on a known device. */
export const IS_YOUNG_PASSKEY = `NOT EXISTS (
  SELECT FROM known_devices
  WHERE known_devices.user_id = $1 AND used_at >= passkeys.created_at
    AND first_used_at <= used_at - ${KNOWN_AFTER}
)`;

export const FIND_PASSKEY = `
  SELECT passkeys.id, public_key AS "publicKey", sign_count::float8 AS "signCount", user_id AS "userId", users.role,
    users.suspended_at IS NOT NULL AS "isSuspended", username_key(users.username) AS username
  FROM passkeys JOIN users ON users.id = user_id WHERE credential_id = $1`;

/** Returns no row if another sign-in has counted as far, which a copy of the passkey would do. */
export const USE_PASSKEY = `
  WITH used AS (
    UPDATE passkeys SET sign_count = $2, last_used_at = now()
    WHERE id = $1 AND (sign_count < $2 OR (sign_count = 0 AND $2 = 0)) RETURNING id
  )
  SELECT id FROM used`;
