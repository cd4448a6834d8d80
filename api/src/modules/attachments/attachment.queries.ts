/** SQL: the attachments of a job as a JSON array, oldest first. `jobId` is the SQL expression of the job's id. */
export const attachmentsOfJob = (jobId: string) => `
  coalesce((SELECT json_agg(json_build_object(
    'id', id, 'jobId', job_id, 'fileName', file_name, 'fileType', file_type, 'fileSize', file_size,
    'uploadedBy', uploaded_by, 'createdAt', created_at) ORDER BY id)
  FROM job_attachments WHERE job_id = ${jobId}), '[]')`;
