"""News and files of an event at the desk, and the files for the public."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.cache import patch_cache_control
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from club.core.capabilities import Capability
from club.core.pages.access import needs, public
from club.core.pages.refusals import Submission, submit
from club.core.pages.responses import posted
from club.core.requests import actor_of, parse_number
from tournaments.core.scopes import of_event
from tournaments.events.pages.public_sections import visible_event
from tournaments.models import Event, EventFile, EventPost
from tournaments.news.selectors import news_of, stored_content
from tournaments.news.services import add_file, add_post, change_post, remove_file, remove_post

FILE_SECONDS = 600  # a deleted photo is gone from caches soon


class PostForm(forms.Form):
    """A news post."""

    title = forms.CharField(label=gettext_lazy("Title"), max_length=200)
    text = forms.CharField(
        label=gettext_lazy("Text"),
        max_length=10_000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 6}),
    )
    version = forms.IntegerField(widget=forms.HiddenInput, required=False)


class FileForm(forms.Form):
    """A photo or document to upload."""

    file = forms.FileField(
        label=gettext_lazy("Photo or PDF document"),
        help_text=gettext_lazy("Photos up to 12 MB (JPEG, PNG, WebP), documents up to 10 MB (PDF)."),
        widget=forms.FileInput(
            attrs={"accept": "image/jpeg,image/png,image/webp,application/pdf", "class": "input--file"}
        ),
    )
    caption = forms.CharField(label=gettext_lazy("Caption"), max_length=200)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.RUN_EVENTS, scope=of_event)
def desk_news(request: HttpRequest, event_id: int) -> HttpResponse:
    """List news and files of an event; POST adds a post, or changes that in `post`."""
    event = _event(event_id)
    number = parse_number(request.GET.get("post", ""))
    post = get_object_or_404(event.posts, pk=number) if number is not None else None
    initial = {"title": post.title, "text": post.text, "version": post.version} if post else None
    form = PostForm(posted(request), initial=initial)
    sent = submit(request, form, lambda: _save(event, post, form.cleaned_data, request), success=_("Saved."))
    if sent.is_done:
        return redirect("tournaments:desk_event_news", event_id)
    return _page(request, event, {"form": form, "post": post, "file_form": FileForm()}, sent)


def _save(event: Event, post: EventPost | None, given: dict[str, Any], request: HttpRequest) -> EventPost:
    actor = actor_of(request)
    if post is None:
        return add_post(event_id=event.pk, title=given["title"], text=given["text"], actor=actor)
    return change_post(post_id=post.pk, actor=actor, **given)


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_event)
def upload(request: HttpRequest, event_id: int) -> HttpResponse:
    """Add a photo or document."""
    form = FileForm(request.POST, request.FILES)

    def store() -> EventFile:
        file = form.cleaned_data["file"]
        return add_file(
            event_id=event_id,
            file=file.file,
            size=file.size,
            caption=form.cleaned_data["caption"],
            actor=actor_of(request),
        )

    sent = submit(request, form, store, success=_("File added."))
    if sent.is_done:
        return redirect("tournaments:desk_event_news", event_id)
    return _page(request, _event(event_id), {"form": PostForm(), "post": None, "file_form": form}, sent)


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_event)
def delete_post(request: HttpRequest, event_id: int, post_id: int) -> HttpResponse:
    """Delete a post."""
    get_object_or_404(EventPost, pk=post_id, event=event_id)
    remove_post(post_id=post_id, actor=actor_of(request))
    messages.success(request, _("Post deleted."))
    return redirect("tournaments:desk_event_news", event_id)


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_event)
def delete_file(request: HttpRequest, event_id: int, file_id: int) -> HttpResponse:
    """Delete a photo or document."""
    get_object_or_404(EventFile, pk=file_id, event=event_id)
    remove_file(file_id=file_id, actor=actor_of(request))
    messages.success(request, _("File deleted."))
    return redirect("tournaments:desk_event_news", event_id)


@require_safe
@public
def event_file(request: HttpRequest, slug: str, file_id: int, size: str = "") -> HttpResponse:
    """Photo or document of an event that the visitor may see; documents are downloaded, never shown here."""
    event = visible_event(request, slug)
    row = get_object_or_404(EventFile, pk=file_id, event=event)
    content = stored_content(row, is_small=bool(size))
    if content is None:
        raise Http404(file_id)
    answer = HttpResponse(content, content_type="image/jpeg" if row.is_photo else "application/pdf")
    name = f"{slugify(row.caption) or row.kind}.{'jpg' if row.is_photo else 'pdf'}"
    disposition = "inline" if row.is_photo else "attachment"
    answer.headers["Content-Disposition"] = f'{disposition}; filename="{name}"'
    patch_cache_control(answer, max_age=FILE_SECONDS, **{"public" if event.is_public else "private": True})
    return answer


def _event(event_id: int) -> Event:
    return get_object_or_404(Event.objects.select_related("organisation"), pk=event_id)


def _page(request: HttpRequest, event: Event, context: dict[str, Any], sent: Submission) -> HttpResponse:
    context |= {"section": "desk", "event": event, "news": news_of(event), "refusal": sent.refusal}
    return render(request, "tournaments/news/desk_news.html", context, status=sent.status)
