/** Value of `Access-Control-Expose-Headers`: the fields that scripts of other origins see, which the API speaks through. */
export const exposedHeaders = 'ETag, Link, Location, Allow, Accept-Query, method-override-required';
