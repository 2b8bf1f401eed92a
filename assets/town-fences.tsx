<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="town-fences" tilewidth="16" tileheight="16" tilecount="4" columns="4">
 <image source="town-fences.png" trans="ff00ff" width="64" height="16"/>
</tileset>
