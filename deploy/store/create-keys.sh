#!/bin/sh
# Creates the buckets of a MinIO, and a key for each part of the product that has the rights of its policy and no others.
# Usage: create-keys.sh                 with the variables of the service "store-keys" in deploy/compose.yaml
#        create-keys.sh policy PART     prints the policy of api, gateway, releases or publisher, for another store
set -eu
attachments=${ATTACHMENT_BUCKET:-attachments}
store=${RELEASE_STORE:-s3://releases/production}
# bucket/prefix
releases=${store#s3://}

# Arguments: bucket, actions, the paths that they concern, and optionally further statements. Without the right to list the bucket,
# the store hides whether an object exists.
statements() {
  cat <<END
{ "Version": "2012-10-17", "Statement": [
  { "Effect": "Allow", "Action": ["s3:ListBucket"], "Resource": ["arn:aws:s3:::$1"] },
  { "Effect": "Allow", "Action": [$2], "Resource": [$3] }${4:-}
] }
END
}

policy() {
  objects="\"arn:aws:s3:::$releases/*\""
  changes='"s3:GetObject", "s3:PutObject", "s3:DeleteObject"'
  case $1 in
    api) statements "$attachments" "$changes" "\"arn:aws:s3:::$attachments/attachments/*\"" ;;
    gateway) statements "${releases%%/*}" '"s3:GetObject"' "$objects" ;;
    # The service writes the next registry and its line in the history. It changes no file of a release.
    releases) statements "${releases%%/*}" '"s3:GetObject"' "$objects" ",
  { \"Effect\": \"Allow\", \"Action\": [\"s3:PutObject\"],
    \"Resource\": [\"arn:aws:s3:::$releases/revisions/*\", \"arn:aws:s3:::$releases/history/*\"] }" ;;
    publisher) statements "${releases%%/*}" "$changes" "$objects" ;;
    *) echo "create-keys.sh: no part $1" >&2; exit 1 ;;
  esac
}

# Arguments: part, id and secret of its key
create() {
  policy "$1" > "/tmp/$1.json"
  mc admin user add store "$2" "$3"
  mc admin policy create store "dps-$1" "/tmp/$1.json"
  # It fails for a key that has the policy.
  mc admin policy attach store "dps-$1" --user "$2" || mc admin user info store "$2"
}

if [ "${1:-}" = policy ]; then policy "${2:-}"; exit; fi
mc alias set store http://store:9000 "$STORE_ROOT_USER" "$STORE_ROOT_PASSWORD"
mc mb --ignore-existing "store/${releases%%/*}" "store/$attachments"
create api "$API_S3_ACCESS_KEY_ID" "$API_S3_SECRET_ACCESS_KEY"
create gateway "$GATEWAY_S3_ACCESS_KEY_ID" "$GATEWAY_S3_SECRET_ACCESS_KEY"
create releases "$RELEASES_S3_ACCESS_KEY_ID" "$RELEASES_S3_SECRET_ACCESS_KEY"
create publisher "$PUBLISHER_S3_ACCESS_KEY_ID" "$PUBLISHER_S3_SECRET_ACCESS_KEY"
